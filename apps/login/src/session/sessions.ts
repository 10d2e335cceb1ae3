import { person, type SessionGrant } from '@latchkey/wire/login/fields'
import * as v from 'valibot'
import type { Store } from './store.js'

export type Session = SessionGrant

/** The login session of one project on one site, shared by all tabs. */
export type Sessions = {
  /** The current session, if any. */
  current(): Promise<Session | undefined>
  begin(session: Session): Promise<void>
  /** Deletes it here and in other tabs, without a call. */
  end(): Promise<void>
  /** The session ended in another tab. */
  onEnded(listener: () => void): void
}

/** A BroadcastChannel: reaches only frames of this origin under the same site. */
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
    onEnded(newListener) {
      listener = newListener
    },
  }
}

/**
 * Storage key per project and site. A session on one site is not valid on another, even if the
 * browser gives both frames the same storage.
 */
export function toScope(projectId: string, origin: string): string {
  return [projectId, origin].map(encodeURIComponent).join(' ')
}
