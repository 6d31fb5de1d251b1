import type { Right, Role } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { Dot } from '../../parts/elements.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts.tsx'

export function RightsTable({ roles, rights }: { roles: readonly Role[]; rights: Record<Right, readonly Role[]> }) {
  const { people: texts, shell } = useTexts()
  const held = { fill: 'solid', label: texts.yes } as const
  const missing = { colour: 'edge', label: texts.no } as const
  return (
    <Table caption={texts.rights} columns={[{ hidden: texts.right }, ...roles.map((role) => shell.roles[role])]}>
      {(Object.keys(rights) as Right[]).map((right) => (
        <tr key={right}>
          <th scope="row">{texts.rightNames[textKeyOf(right)]}</th>
          {roles.map((role) => (
            <td key={role}>
              <Dot {...(rights[right].includes(role) ? held : missing)} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** In texts a dot would mean a nested key. */
const textKeyOf = (right: Right) => right.replace('.', '-') as keyof DeskTexts['people']['rightNames']
