import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, readDraft, readLatestDraft, saveDraft, wipeDrafts } from './draft.ts'
import { typedIn } from './form-fields.ts'
import { type Answers, newKey, type SubmissionKind } from './forms.ts'

const SAVE_AFTER_MILLISECONDS = 300

export function useDraft(kind: SubmissionKind, page: string, element: RefObject<HTMLFormElement | null>) {
  const [foundFrom, setFoundFrom] = useState<number>()
  const [hasDraft, setHasDraft] = useState(false)
  const current = useRef<Omit<Draft, 'answers' | 'savedAt'>>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const cancelSaving = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  const save = useCallback(() => {
    cancelSaving()
    if (!element.current || !current.current) return
    saveDraft(kind, { ...current.current, answers: typedIn(element.current), savedAt: Date.now() })
    setHasDraft(readDraft(kind, current.current.page) !== undefined)
  }, [kind, element, cancelSaving])

  const saveSoon = useCallback(() => {
    cancelSaving()
    timer.current = setTimeout(save, SAVE_AFTER_MILLISECONDS)
  }, [save, cancelSaving])

  const open = useCallback(
    (fill: (answers: Answers) => boolean) => {
      // Unsaved answers of the page before: the same form goes on with another job.
      if (timer.current !== undefined) save()
      const found = readDraft(kind, page) ?? readLatestDraft(kind)
      current.current = {
        // The key belongs to one page: the same answers for another job are another application.
        key: found?.page === page ? found.key : newKey(),
        page,
        startedAt: found?.startedAt ?? Date.now(),
      }
      if (found && fill(found.answers)) setFoundFrom(found.savedAt)
      setHasDraft(found !== undefined)
    },
    [kind, page, save],
  )

  useEffect(() => {
    const saveIfChanged = () => timer.current !== undefined && save()
    addEventListener('pagehide', saveIfChanged)
    addEventListener('visibilitychange', saveIfChanged)
    return () => {
      saveIfChanged()
      removeEventListener('pagehide', saveIfChanged)
      removeEventListener('visibilitychange', saveIfChanged)
    }
  }, [save])

  const startAnew = () => {
    current.current = { key: newKey(), page, startedAt: Date.now() }
  }

  return {
    foundFrom,
    hasDraft,
    open,
    saveSoon,
    wipe: () => {
      wipeDrafts(kind)
      cancelSaving()
      startAnew()
      setFoundFrom(undefined)
      setHasDraft(false)
    },
    restart: () => {
      startAnew()
      save()
    },
    submit: () => {
      save()
      const { key, startedAt } = current.current ?? { key: newKey(), startedAt: Date.now() }
      return { key, fillTime: Date.now() - startedAt }
    },
  }
}
