import { createHash } from 'node:crypto'

/** A person who can sign in with the local identity server. */
export type LocalPerson = {
  readonly name: string
  readonly email: string
  /** Whether the provider reports the address as verified. */
  readonly isVerified: boolean
}

/** Offered on every sign-in page; other names can be typed. */
export const localPeople: readonly LocalPerson[] = [
  { name: 'Ada Lovelace', email: 'ada@example.com', isVerified: true },
  { name: 'Grace Hopper', email: 'grace@example.com', isVerified: true },
  { name: 'Alan Turing', email: 'alan@example.com', isVerified: false },
]

/** A person's subject id: stable across runs, different for each provider. */
export function subjectOf(provider: string, { email }: Pick<LocalPerson, 'email'>): string {
  const digest = createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest()
  return String(digest.readUIntBE(0, 6) + 1)
}

/** `Ada Lovelace` becomes the handle `ada_lovelace`. */
export function handleOf({ name }: Pick<LocalPerson, 'name'>): string {
  const handle = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return handle.slice(0, 15) || 'someone'
}
