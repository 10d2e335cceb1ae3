import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isTopic } from '@latchkey/wire/relay/methods'
import type { Sql } from 'postgres'
import type { Announcement, Fanout } from './Fanout.js'

const channelName = 'latchkey_relay'
/** PostgreSQL carries 8000 bytes; one announcement takes at most 16 + 1 + 64 + 1. */
const maxPerNotification = 90

const retryDelayMs = 500

/** For several relay processes on one database, by LISTEN and NOTIFY. */
export function createPostgresFanout(sql: Sql): Fanout {
  return {
    async join({ onAnnouncements, onMissed }) {
      const self = randomUUID()
      const sender = createSender(sql, self)
      let isFirst = true
      const subscription = await sql.listen(
        channelName,
        (payload) => {
          const [from, ...entries] = payload.split(' ')
          if (from !== self)
            onAnnouncements(entries.map(parseEntry).filter((entry) => entry !== undefined))
        },
        () => {
          // Called again after every reconnect.
          if (!isFirst) onMissed()
          isFirst = false
        },
      )
      return {
        announce: sender.announce,
        async leave() {
          sender.close()
          await subscription.unlisten()
        },
      }
    },
  }
}

/** One notification at a time: on two connections they could be reordered. */
function createSender(sql: Sql, self: string) {
  let sent = Promise.resolve()
  let isClosed = false

  async function notify(announcements: readonly Announcement[]): Promise<void> {
    const payloads: string[] = []
    for (let start = 0; start < announcements.length; start += maxPerNotification) {
      const entries = announcements.slice(start, start + maxPerNotification).map(formatEntry)
      payloads.push([self, ...entries].join(' '))
    }
    if (payloads.length === 0) return
    for (;;) {
      try {
        await sql`
          select pg_notify(${channelName}, payload)
          from unnest(${payloads}::text[]) with ordinality as given (payload, place)
          order by place`
        return
      } catch (error) {
        // The messages are stored, so they must be announced once the database is back.
        if (isClosed) throw error
        await sleep(retryDelayMs)
      }
    }
  }

  return {
    announce(announcements: readonly Announcement[]): Promise<void> {
      const turn = sent.then(() => notify(announcements))
      sent = turn.catch(() => undefined)
      return turn
    },
    close() {
      isClosed = true
    },
  }
}

function formatEntry({ seq, topic }: Announcement): string {
  return `${seq}:${topic}`
}

function parseEntry(text: string): Announcement | undefined {
  const [seqText, topic] = text.split(':')
  const seq = Number(seqText)
  return Number.isSafeInteger(seq) && seq > 0 && isTopic(topic) ? { seq, topic } : undefined
}
