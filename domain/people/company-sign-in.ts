import type { Queries } from '../platform/database/database.ts'
import { bindIdentity, type Identity, personOfIdentity } from './identities.ts'
import { findOpenInvitation, withdrawInvitation } from './invitations.ts'
import { lockPerson } from './lock-person.ts'
import { createPerson, findPersonByEmail } from './people.ts'
import { Refused } from './refusal.ts'

interface Entered {
  personId: string
  /** `linked`: a person's first sign-in this way. `joined`: by an invitation. */
  how: 'known' | 'linked' | 'joined'
}

/** Invitations and roles belong to the desk: an account without an invitation stays out. */
export async function enterByIdentity(
  queries: Queries,
  identity: Identity,
  newId: string,
  now: Date,
): Promise<Entered> {
  const known = await personOfIdentity(queries, identity)
  if (known) return { personId: known, how: 'known' }
  const person = await findPersonByEmail(queries, identity.email)
  if (person) {
    await lockPerson(queries, person.id)
    await bindIdentity(queries, identity, person.id, now)
    return { personId: person.id, how: 'linked' }
  }
  const invitation = await findOpenInvitation(queries, identity.email, now)
  if (!invitation) throw new Refused('notInvited')
  await withdrawInvitation(queries, invitation.id)
  const { email, roles, language } = invitation
  const name = identity.name.trim() || invitation.name
  await createPerson(queries, { id: newId, name, email, roles, language }, { kind: 'identity', identity }, now)
  return { personId: newId, how: 'joined' }
}
