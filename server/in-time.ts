/** Undefined where the work fails or takes longer. */
export function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return Promise.race([work.catch(() => undefined), tooLate]).finally(() => clearTimeout(timer))
}
