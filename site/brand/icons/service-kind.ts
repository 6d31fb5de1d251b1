import { SERVICE_MOTIFS } from '#contract/constants.ts'

export const serviceKinds = SERVICE_MOTIFS
export type ServiceKind = (typeof serviceKinds)[number]

/** A service without a known motif takes one of the six by its id. */
export function serviceKind({ id, motif }: { id: number; motif: string | null }): ServiceKind {
  const drawn = serviceKinds.find((kind) => kind === motif)
  return drawn ?? (serviceKinds[(id - 1) % serviceKinds.length] as ServiceKind)
}
