// Files in texts.
export const attach = {}
