/** Drafts whose editor was closed before everything was stored. They go on sending while the page is open. */
export const leftDrafts = new Map<string, { stop(): void }>()

interface Place {
  type: string
  id: number
}

export const keyOf = ({ type, id }: Place, personId: string) => `${personId} ${type}/${id}`

export const isLeft = (place: Place, personId: string) => leftDrafts.has(keyOf(place, personId))

export const NEW_ID = 0

/** The id of a record in addresses of the desk. */
export const addressedId = (id: number) => (id === NEW_ID ? 'new' : String(id))
