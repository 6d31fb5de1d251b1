/** `SEED=… npm test -- api` repeats property tests; a failing property prints its seed. */
if (process.env.SEED) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: Number(process.env.SEED) })
}

export {}
