import { useCallback, useEffect, useRef, useState } from 'react'
import { isWidgetError } from '../../core/errors/WidgetError.js'
import type { Widget } from '../../core/widget.js'
import { type Actions, type BoundActions, useActions } from './context.js'

type Given<name extends keyof Actions> = Actions[name] extends (
  widget: Widget,
  parameters: infer parameters,
) => unknown
  ? Omit<NonNullable<parameters>, 'signal'>
  : Record<never, never>

/** No argument where the action takes none or only a signal. */
type Arguments<name extends keyof Actions> =
  Record<never, never> extends Given<name> ? [parameters?: Given<name>] : [parameters: Given<name>]

type Result<name extends keyof Actions> = Awaited<
  ReturnType<Extract<BoundActions[name], (...rest: never[]) => unknown>>
>

export type ActionRun<name extends keyof Actions> = {
  /** Starts the action and ends the run before it. Never rejects: undefined after a failure. */
  run(...parameters: Arguments<name>): Promise<Result<name> | undefined>
  readonly status: 'idle' | 'running' | 'failed'
  readonly error: unknown
  /** Ends what is running and forgets the failure. */
  reset(): void
}

type RunState = { readonly status: 'idle' | 'running' | 'failed'; readonly error: unknown }

const idle: RunState = { status: 'idle', error: undefined }

/**
 * One action with its waiting state. It is aborted when the component goes away; failures are shown
 * as a toast unless `quiet`, for views that show `error` themselves.
 */
export function useAction<name extends keyof Actions>(
  name: name,
  options?: { readonly quiet?: boolean },
): ActionRun<name> {
  const actions = useActions()
  const [state, setState] = useState(idle)
  const controller = useRef<AbortController>(undefined)
  const quiet = options?.quiet === true

  useEffect(() => () => controller.current?.abort(), [])

  const run = useCallback(
    async (...[parameters]: Arguments<name>): Promise<Result<name> | undefined> => {
      controller.current?.abort()
      const mine = new AbortController()
      controller.current = mine
      setState({ status: 'running', error: undefined })
      try {
        const act = actions[name] as (parameters: object) => unknown
        const result = await act({ ...parameters, signal: mine.signal })
        if (!mine.signal.aborted) setState(idle)
        return result as Result<name>
      } catch (error) {
        if (mine.signal.aborted) return undefined
        if (isSilent(error)) {
          setState(idle)
          return undefined
        }
        setState({ status: 'failed', error })
        if (!quiet) actions.presentError(error)
        return undefined
      }
    },
    [actions, name, quiet],
  )

  const reset = useCallback(() => {
    controller.current?.abort()
    setState(idle)
  }, [])

  return { run, reset, ...state }
}

/** The visitor, or a newer attempt, ended it: nobody needs to be told. */
function isSilent(error: unknown): boolean {
  return (
    isWidgetError(error, 'connection/modal-closed') ||
    (error instanceof DOMException && error.name === 'AbortError')
  )
}
