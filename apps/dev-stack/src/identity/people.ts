import { createHash } from 'node:crypto'

/** Somebody who can sign in with the local identity server. */
export type LocalPerson = {
  readonly name: string
  readonly email: string
  /** Whether the provider says that the address is theirs. */
  readonly isVerified: boolean
}

/** Offered on every sign-in page; anybody else can be typed in. */
export const localPeople: readonly LocalPerson[] = [
  { name: 'Ada Lovelace', email: 'ada@example.com', isVerified: true },
  { name: 'Grace Hopper', email: 'grace@example.com', isVerified: true },
  { name: 'Alan Turing', email: 'alan@example.com', isVerified: false },
]

/** The same person has the same number with a provider in every run, and another with each provider. */
export function subjectOf(provider: string, { email }: Pick<LocalPerson, 'email'>): string {
  const digest = createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest()
  return String(digest.readUIntBE(0, 6) + 1)
}

/** `Ada Lovelace` is `ada_lovelace` where people have handles. */
export function handleOf({ name }: Pick<LocalPerson, 'name'>): string {
  const handle = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return handle.slice(0, 15) || 'somebody'
}
