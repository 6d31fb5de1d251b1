import { upload } from '../api.ts'
import { isExpected } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'

/** Resolves to a sentence if the server refuses the file. */
export function useCvUpload() {
  const { shell, 'field-errors': fieldErrors } = useTexts()
  return async (reference: string, file: File): Promise<string | undefined> => {
    try {
      await upload('POST /submissions/:id/cv', { params: { id: reference }, query: { name: file.name }, file })
      return undefined
    } catch (error) {
      if (!isExpected(error)) throw error
      const key = 'body' in error ? (error.body as { errors?: Record<string, string[]> }).errors?.file?.[0] : undefined
      const known = key && fieldErrors[key as keyof typeof fieldErrors]
      return known || error.message || shell.failure.network
    }
  }
}
