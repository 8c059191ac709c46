import type { Guard } from './find-guards.ts'

/** A guard that cannot be missed by itself, because another one stands behind it. */
export interface SecondLine {
  guard: Pick<Guard, 'file' | 'removed' | 'instead'>
  /** The other one, word for word in its file, and what becomes of it. */
  behind: { file: string; text: string; instead: string }
  /** Whom to ask without both, where that is fewer than the guard's own. */
  procedures?: readonly string[]
  reason: string
}

const LOCK_PERSON = 'server/accounts/people/lock-person.ts'
const USERS_ROUTER = 'server/admin/users.router.ts'
const AT_ONCE =
  'Two administrators may turn on each other at once: whoever was one when the request came is asked again within the transaction.'

/** The campaign takes both away and asks the matrix to notice. That one alone is not noticed says that the other holds. */
export const SECOND_LINES: readonly SecondLine[] = [
  {
    guard: { file: USERS_ROUTER, removed: 'adminProcedure', instead: 'signedInProcedure' },
    behind: {
      file: LOCK_PERSON,
      text: `  if (!(await tx.user.count({ where: { id: viewer.userId, role: 'admin', suspendedAt: null } })))
    throw new AppError('forbidden', 'You are no administrator any more.')
`,
      instead: '',
    },
    reason: AT_ONCE,
  },
  {
    guard: { file: LOCK_PERSON, removed: 'id: viewer.userId', instead: 'NOT: { id: { in: [] } }' },
    behind: {
      file: USERS_ROUTER,
      text: 'import { adminProcedure, router }',
      instead: 'import { signedInProcedure as adminProcedure, router }',
    },
    // The others look only, and have no second line.
    procedures: ['changeRole', 'suspend', 'lift', 'signOut', 'mailAgain', 'close', 'keep'].map(
      (name) => `admin.users.${name}`,
    ),
    reason: AT_ONCE,
  },
]

export const secondLineOf = ({ file, removed, instead }: Guard): SecondLine | undefined =>
  SECOND_LINES.find(({ guard }) => guard.file === file && guard.removed === removed.trim() && guard.instead === instead)
