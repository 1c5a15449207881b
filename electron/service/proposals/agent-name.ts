/** Claude-Code is claude-code: another spelling is no other agent. */
export const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
