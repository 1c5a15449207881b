// npm runs a script in a shell that passes no signal on: when npm is gone, the script ends too, so that the data folder is not held by
// an orphan. A killed npm leaves its shell behind, waiting for us: then it is the shell's parent that changes.
import { readFileSync } from 'node:fs'

const shells = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh'])

/** Name and parent of a process; undefined where that cannot be read (other systems than Linux, or it is gone). */
function look(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent }
  } catch {
    return undefined
  }
}

/** Whoever must stay for us to go on. Some shells make way for the last command: then our parent is npm itself, and its parent's end is no matter. */
function company() {
  const parent = process.ppid
  const above = look(parent)
  return `${parent} ${above && shells.has(above.name) ? above.parent : ''}`
}

export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const atStart = company()
  const watch = setInterval(() => {
    if (company() === atStart) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}
