import type { Fanout, Listener } from './Fanout.js'

/** For relays inside one process. */
export function createInProcessFanout(): Fanout {
  const members = new Set<Listener>()
  return {
    async join(listener) {
      const member = { ...listener }
      members.add(member)
      return {
        async announce(announcements) {
          if (announcements.length === 0) return
          for (const other of members) if (other !== member) other.onAnnouncements(announcements)
        },
        async leave() {
          members.delete(member)
        },
      }
    },
  }
}
