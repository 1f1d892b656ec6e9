/* The files that esbuild made, byte for byte. */
    .section .rodata
    .global accelprep_report_js, accelprep_report_js_end, accelprep_report_css, accelprep_report_css_end
accelprep_report_js:
    .incbin ACCELPREP_REPORT_JS
accelprep_report_js_end:
accelprep_report_css:
    .incbin ACCELPREP_REPORT_CSS
accelprep_report_css_end:
    .section .note.GNU-stack, "", %progbits
