import { cvFileName, cvProblem } from '#contract/forms.ts'
import type { FormErrorKey } from '#texts/index.ts'

export interface CheckedCv {
  file: File
  problem?: FormErrorKey | undefined
}

/** The bytes are taken into memory: a file moved or saved meanwhile would fail in the middle of the upload. */
export async function checkCv(files: ArrayLike<File>, maximumBytes: number): Promise<CheckedCv | undefined> {
  const file = files[0]
  if (!file) return undefined
  if (files.length > 1) return { file, problem: 'cvOnlyOne' }
  try {
    const firstBytes = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
    const problem = cvProblem({ name: file.name, size: file.size, firstBytes }, maximumBytes)
    if (problem) return { file, problem }
    return { file: new File([await file.arrayBuffer()], cvFileName(file.name), { type: 'application/pdf' }) }
  } catch {
    return { file, problem: 'cvDamaged' }
  }
}

const HEADER_BYTES = 1024
