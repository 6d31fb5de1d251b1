import { useCallback, useRef, useState } from 'react'
import { NoAnswer, Refusal, type ResultOf, upload } from '../api.ts'
import { useTexts } from '../texts.tsx'

export interface Upload {
  id: number
  name: string
  size: number
  sent: number
  failure?: string
  stop(): void
}

type Uploaded = ResultOf<'POST /pictures'>

let lastId = 0

/** One upload after the other, because the server prepares one at a time. */
export function useUploads(onUploaded: (picture: Uploaded) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const queue = useRef(Promise.resolve())
  const { shell, 'field-errors': fieldTexts } = useTexts()

  const change = useCallback((id: number, changes: Partial<Upload> | undefined) => {
    setUploads((current) =>
      current.flatMap((each) => (each.id !== id ? [each] : changes ? [{ ...each, ...changes }] : [])),
    )
  }, [])

  const inWords = (error: unknown) => {
    if (error instanceof NoAnswer) return shell.failure.network
    if (!(error instanceof Refusal)) throw error
    const key = error.body.errors?.file?.[0] as keyof typeof fieldTexts | undefined
    return (key && fieldTexts[key]) || error.message
  }

  const send = async (file: File, id: number, signal: AbortSignal) => {
    if (signal.aborted) return
    try {
      const onProgress = (sent: number) => change(id, { sent })
      const picture = await upload('POST /pictures', { query: { name: file.name }, file, onProgress, signal })
      change(id, undefined)
      onUploaded(picture)
    } catch (error) {
      if (!signal.aborted) change(id, { failure: inWords(error) })
    }
  }

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      lastId += 1
      const id = lastId
      const controller = new AbortController()
      const stop = () => {
        controller.abort()
        change(id, undefined)
      }
      setUploads((current) => [...current, { id, name: file.name, size: file.size, sent: 0, stop }])
      queue.current = queue.current.then(() => send(file, id, controller.signal))
    }
  }

  return { uploads, add }
}
