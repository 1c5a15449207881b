// Checks a file in a thread of its own. It loads nothing but SQLite's binding: the start waits for it.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { Checked } from './check-apart.ts'
import { quickCheck } from './quick-check.ts'

function check(file: string): Checked {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    try {
      return { verdict: quickCheck(db) }
    } finally {
      db.close()
    }
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return { error: { message, code } }
  }
}

parentPort?.postMessage(check((workerData as { file: string }).file))
