import type { Right, Role } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { Dot } from '../../parts/elements.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts.tsx'

interface RightsTableProps {
  roles: readonly Role[]
  rights: Record<Right, readonly Role[]>
}

/** Which role may do what. */
export function RightsTable({ roles, rights }: RightsTableProps) {
  const { people: texts, shell } = useTexts()
  return (
    <Table
      caption={texts.rights}
      head={
        <>
          <th scope="col">
            <span className="vh">{texts.right}</span>
          </th>
          {roles.map((role) => (
            <th scope="col" key={role}>
              {shell.roles[role]}
            </th>
          ))}
        </>
      }
    >
      {(Object.keys(rights) as Right[]).map((right) => (
        <tr key={right}>
          <th scope="row">{texts.rightNames[textKeyOf(right)]}</th>
          {roles.map((role) => (
            <td key={role}>
              {rights[right].includes(role) ? (
                <Dot fill="solid" label={texts.yes} />
              ) : (
                <Dot colour="edge" label={texts.no} />
              )}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** A dot in a key means a step inwards to the texts. */
const textKeyOf = (right: Right) => right.replace('.', '-') as keyof DeskTexts['people']['rightNames']
