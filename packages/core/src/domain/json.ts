/** Any value that survives `JSON.parse(JSON.stringify(value))`. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }
