/** One drawing for every empty place, made of the list's own glyphs: from an idea, by hand and by an agent, to done. */
export function EmptyDrawing() {
  return (
    <svg aria-hidden="true" width="168" height="32" viewBox="0 0 168 32" fill="none" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M34.5 16h13M78.5 16h13M122.5 16h13" stroke="var(--line-strong)" strokeDasharray="0.5 4" />
      <circle cx="19" cy="16" r="11" stroke="var(--faint)" strokeDasharray="2.6 3.16" strokeLinecap="butt" />
      <circle cx="63" cy="16" r="11" stroke="var(--warn)" />
      <path d="M63 9a7 7 0 0 1 0 14z" fill="var(--warn)" />
      <rect x="96" y="5" width="22" height="22" rx="6" fill="var(--agent-soft)" />
      <path d="M107 9.5c.6 4 2.5 5.9 6.5 6.5-4 .6-5.9 2.5-6.5 6.5-.6-4-2.5-5.9-6.5-6.5 4-.6 5.9-2.5 6.5-6.5z" fill="var(--agent)" />
      <circle cx="150" cy="16" r="11.75" fill="var(--ok)" />
      <path d="m144.9 16.4 3.5 3.5 6.6-7.2" stroke="var(--on-done)" strokeWidth="2" />
    </svg>
  )
}
