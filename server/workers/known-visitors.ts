import type { Worker } from 'node:cluster'
import type { Caller, KnownVisitors } from '#domain/operations/visitors/known-visitors.ts'

/** Workers share one memory of today's visitors, in the primary: a visitor's connections reach several workers. */

type Question =
  | { visitors: 'meet'; id: number; day: string; caller: Caller; traits: readonly string[] }
  | { visitors: 'staff'; day: string; caller: Caller }
  | { visitors: 'day'; day: string }

interface Answer {
  met: number
  first: boolean[] | null
}

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'visitors' in message

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'met' in message

export function answerAboutVisitors(known: KnownVisitors, worker: Worker) {
  worker.on('message', async (message: unknown) => {
    if (!isQuestion(message)) return
    if (message.visitors === 'day') return known.beginDay(message.day)
    if (message.visitors === 'staff') return known.rememberStaff(message.day, message.caller)
    const first = await known.meet(message.day, message.caller, message.traits)
    worker.send({ met: message.id, first: first ?? null } satisfies Answer, () => {})
  })
}

export function askPrimaryAboutVisitors(): KnownVisitors {
  const waiting = new Map<number, (first: boolean[] | undefined) => void>()
  let lastId = 0
  process.on('message', (message) => {
    if (!isAnswer(message)) return
    waiting.get(message.met)?.(message.first ?? undefined)
    waiting.delete(message.met)
  })
  const tell = (question: Question, onFailure = () => {}) => {
    if (!process.connected) return onFailure()
    process.send?.(question, undefined, undefined, (error: Error | null) => error && onFailure())
  }
  return {
    meet: (day, caller, traits) =>
      new Promise((resolve) => {
        const id = ++lastId
        waiting.set(id, resolve)
        tell({ visitors: 'meet', id, day, caller, traits }, () => {
          waiting.delete(id)
          resolve(undefined)
        })
      }),
    rememberStaff: (day, caller) => tell({ visitors: 'staff', day, caller }),
    beginDay: (day) => tell({ visitors: 'day', day }),
  }
}
