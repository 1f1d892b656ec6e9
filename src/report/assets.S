/* The files that esbuild made, byte for byte. */
    .section .rodata
    .global kAccelprepReportJs, kAccelprepReportJsEnd, kAccelprepReportCss, kAccelprepReportCssEnd
kAccelprepReportJs:
    .incbin ACCELPREP_REPORT_JS
kAccelprepReportJsEnd:
kAccelprepReportCss:
    .incbin ACCELPREP_REPORT_CSS
kAccelprepReportCssEnd:
    .section .note.GNU-stack, "", %progbits
