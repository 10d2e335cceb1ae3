import { person, type SessionGrant } from '@latchkey/wire/login/fields'
import * as v from 'valibot'
import type { Store } from './store.js'

export type Session = SessionGrant

/** The login of one project on one site, shared by the tabs that show it. */
export type Sessions = {
  /** The live one, if there is. */
  current(): Promise<Session | undefined>
  begin(session: Session): Promise<void>
  /** Deletes it here and in other tabs, without a call. */
  end(): Promise<void>
  /** It ended elsewhere: in another tab. */
  onEnded(listener: () => void): void
}

/** Of a BroadcastChannel, whose messages reach frames of the same origin under the same site alone. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

const storedSession = v.object({ token: v.string(), expiresAt: v.number(), person })
const ended = 'ended'

export function createSessions({
  store,
  scope,
  channel,
  now,
}: {
  readonly store: Store
  readonly scope: string
  readonly channel: Channel
  now(): number
}): Sessions {
  const key = `session/${scope}`
  let listener = () => {}
  channel.onmessage = ({ data }) => {
    if (data === ended) listener()
  }
  return {
    async current() {
      const found = v.safeParse(storedSession, await store.get(key))
      return found.success && found.output.expiresAt > now() ? found.output : undefined
    },
    begin: (session) => store.put(key, session),
    async end() {
      await store.remove(key)
      channel.postMessage(ended)
    },
    onEnded(told) {
      listener = told
    },
  }
}

/**
 * Whose things are kept together: those of one project on one site. A login on one site is none on
 * another, even where the browser would show both frames the same storage.
 */
export function toScope(projectId: string, origin: string): string {
  return [projectId, origin].map(encodeURIComponent).join(' ')
}
