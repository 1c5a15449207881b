import { Check } from 'lucide-react'
import { can } from '../../../shared/domain/people/roles.ts'
import type { TeamAction } from '../../../shared/schema/cloud/access.ts'
import { team as says } from '../../messages/team.ts'
import { Group } from './group.tsx'

const words = says.rights
const roles = ['member', 'admin', 'owner'] as const
/** Those that people ask about, from what everybody may to what only owners may. */
const shown = [
  ...(['work', 'decide', 'connect_agents', 'undo_others', 'manage_agents', 'manage_members'] as const),
  ...(['manage_tokens', 'manage_email', 'manage_webhooks', 'manage_team', 'manage_owners', 'delete_team'] as const),
] as const satisfies readonly TeamAction[]

/** Who may do what: the rules themselves, as a table. */
export function RoleTable() {
  return (
    <Group title={words.title}>
      <table className="mt-3 w-full max-w-160 border-collapse text-start">
        <thead>
          <tr className="border-b border-line text-meta text-quiet">
            <th scope="col">
              <span className="sr-only">{words.title}</span>
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className="w-20 py-1.5 text-center font-medium phone:w-16">
                {says.roles[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((action) => (
            <tr key={action} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pe-3 text-start font-normal">
                {words.actions[action]}
              </th>
              {roles.map((role) => (
                <td key={role} className="py-2 text-center">
                  {can(role, action) ? (
                    <Check role="img" aria-label={words.may} size={16} className="inline text-accent" />
                  ) : (
                    <span className="sr-only">{words.mayNot}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Group>
  )
}
