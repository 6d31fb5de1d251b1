export async function prove(challenge: object): Promise<string | undefined> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<object | null>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve(null)
      worker.postMessage(challenge)
    })
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
  } finally {
    worker.terminate()
  }
}
