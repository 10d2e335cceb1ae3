import type { Latchkey, WidgetEvent } from 'latchkey'
import { useEffect, useState } from 'react'

const stored = 20

type Entry = { readonly number: number; readonly event: WidgetEvent }

/** Events of the widget, newest first. */
export function EventsCard({ latchkey }: { readonly latchkey: Latchkey }) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  useEffect(
    () =>
      latchkey.subscribeEvents((event) =>
        setEntries((earlier) => {
          const number = (earlier[0]?.number ?? 0) + 1
          return [{ number, event }, ...earlier].slice(0, stored)
        }),
      ),
    [latchkey],
  )
  return (
    <section className="card wide" aria-labelledby="events-title">
      <div className="card-head">
        <h2 id="events-title">Events</h2>
        <button
          type="button"
          className="quiet"
          disabled={entries.length === 0}
          onClick={() => setEntries([])}
        >
          Clear
        </button>
      </div>
      {entries.length === 0 ? (
        <p className="empty">Open the dialog, and what happens shows up here.</p>
      ) : (
        <ol className="events" aria-labelledby="events-title">
          {entries.map(({ number, event: { timestamp, data } }) => (
            <li key={number}>
              <time dateTime={new Date(timestamp).toISOString()}>
                {new Date(timestamp).toLocaleTimeString()}
              </time>
              <strong>{data.event}</strong>
              {data.properties && <code>{JSON.stringify(data.properties)}</code>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
