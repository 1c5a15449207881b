// Reads one file and ends. Strangers write files: whatever one does, it does it here (file-text.ts says for how long, and with how much memory).
import { parentPort, workerData } from 'node:worker_threads'
import { fileText, type FileTextRequest } from './text-by-kind.ts'

parentPort?.postMessage(await fileText(workerData as FileTextRequest))
