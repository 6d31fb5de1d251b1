const MAX_TRIES = 20

/** Sends again after 503, as browsers do: on a busy machine a sender may wait for a connection for too long. */
export async function untilAdmitted<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.status !== 503 || tries === MAX_TRIES) return answer
  }
}
