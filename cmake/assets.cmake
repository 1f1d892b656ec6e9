# What the report inlines is built once and linked into the binary, so that one file is the whole program.
