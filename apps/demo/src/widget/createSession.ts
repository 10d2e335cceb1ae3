import type { Latchkey, LatchkeyOptions } from 'latchkey'
import type { Configuration } from '../configuration/configuration.js'
import type { Field } from '../configuration/fields.js'
import { toOptions } from '../configuration/options.js'
import { callWidget, printCall } from './callWidget.js'
import { planChange } from './planChange.js'

/** The current widget and its history. */
export type SessionState = {
  readonly latchkey: Latchkey
  /** Counts the widgets made so far. */
  readonly generation: number
  /** What the widget was last made or changed to be. */
  readonly applied: Configuration
  readonly report: Report
}

export type Report = { readonly tone: 'quiet' | 'bad'; readonly text: string }

export type Session = ReturnType<typeof createSession>

type SessionParts = {
  readonly create: (options: LatchkeyOptions) => Latchkey
  readonly fields: readonly Field[]
  readonly requested: Configuration
  /** The last working configuration, as a fallback. */
  readonly fallback: Configuration
}

/** Keeps one widget in sync with a changing configuration. */
export function createSession({ create, fields, requested: first, fallback }: SessionParts) {
  const make = (configuration: Configuration) => create(toOptions(fields, configuration))
  const listeners = new Set<() => void>()
  let requested = first
  let isBusy = false
  let state = start()

  function start(): SessionState {
    const started = {
      generation: 1,
      report: { tone: 'quiet', text: 'Change an option and see it at work' },
    } as const
    try {
      return { ...started, latchkey: make(first), applied: first }
    } catch (error) {
      return { ...started, latchkey: make(fallback), applied: fallback, report: rejection(error) }
    }
  }

  function update(next: Partial<SessionState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Changes come faster than widgets can be made, so each round takes the latest. */
  async function catchUp() {
    isBusy = true
    let goal: Configuration
    do {
      goal = requested
      await reach(goal)
    } while (goal !== requested)
    isBusy = false
  }

  async function reach(goal: Configuration) {
    const calls = planChange(fields, state.applied, goal)
    try {
      if (!calls) await rebuild(goal)
      else if (calls.length > 0) {
        for (const call of calls) await callWidget(state.latchkey, call)
        update({ applied: goal, report: { tone: 'quiet', text: calls.map(printCall).join('\n') } })
      } else if (state.report.tone === 'bad') {
        update({ report: { tone: 'quiet', text: 'As it was before' } })
      }
    } catch (error) {
      update({ report: rejection(error) })
    }
  }

  async function rebuild(goal: Configuration) {
    const { applied, generation } = state
    await state.latchkey.destroy()
    const next = { generation: generation + 1 }
    try {
      const report = { tone: 'quiet', text: 'Created again, with the connection restored' } as const
      update({ ...next, latchkey: make(goal), applied: goal, report })
    } catch (error) {
      update({ ...next, latchkey: make(applied), report: rejection(error) })
    }
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    apply(configuration: Configuration) {
      requested = configuration
      if (!isBusy) void catchUp()
    },
  }
}

function rejection(error: unknown): Report {
  const words = error instanceof Error ? error.message : String(error)
  return { tone: 'bad', text: `Not applied: ${words}` }
}
