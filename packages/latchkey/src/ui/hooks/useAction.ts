import { useCallback, useEffect, useRef, useState } from 'react'
import { currentRoute } from '../../core/modal/store.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { Widget } from '../../core/widget.js'
import { type Actions, useModalContext } from './context.js'

/** An action that loads with a view. */
// biome-ignore lint/suspicious/noExplicitAny: parameters are read back from each action's own type
type ViewAction = (widget: Widget, parameters: any) => unknown

type Action = keyof Actions | ViewAction
type Function<action extends Action> = action extends keyof Actions ? Actions[action] : action

type Given<action extends Action> =
  Function<action> extends (widget: Widget, parameters: infer parameters) => unknown
    ? Omit<NonNullable<parameters>, 'signal'>
    : Record<never, never>

/** No argument where the action takes none or only a signal. */
type Arguments<action extends Action> =
  Record<never, never> extends Given<action>
    ? [parameters?: Given<action>]
    : [parameters: Given<action>]

type Result<action extends Action> = Awaited<
  ReturnType<Extract<Function<action>, (...rest: never[]) => unknown>>
>

export type ActionRun<action extends Action> = {
  /** Starts the action and aborts the previous run. Never rejects; undefined after a failure. */
  run(...parameters: Arguments<action>): Promise<Result<action> | undefined>
  readonly status: 'idle' | 'running' | 'failed'
  readonly error: unknown
  /** Aborts the run and clears the error. */
  reset(): void
}

type RunState = { readonly status: 'idle' | 'running' | 'failed'; readonly error: unknown }

const idle: RunState = { status: 'idle', error: undefined }

/**
 * An action with its pending state. It is aborted on unmount. Errors are shown as a toast, unless
 * `quiet`, for views that show `error` themselves.
 */
export function useAction<action extends Action>(
  action: action,
  options?: { readonly quiet?: boolean },
): ActionRun<action> {
  const { widget, actions } = useModalContext()
  const [state, setState] = useState(idle)
  const controller = useRef<AbortController>(undefined)
  const quiet = options?.quiet === true

  useEffect(
    () => () => {
      // The view below a confirmation waits for it, so its action goes on.
      const { view } = currentRoute(widget.stores.router.get())
      if (view !== 'ApproveTransaction') controller.current?.abort()
    },
    [widget],
  )

  const run = useCallback(
    async (...[parameters]: Arguments<action>): Promise<Result<action> | undefined> => {
      controller.current?.abort()
      const mine = new AbortController()
      controller.current = mine
      setState({ status: 'running', error: undefined })
      try {
        const given = { ...parameters, signal: mine.signal }
        const result = await (typeof action === 'function'
          ? action(widget, given)
          : (actions[action as keyof Actions] as (parameters: object) => unknown)(given))
        if (!mine.signal.aborted) setState(idle)
        return result as Result<action>
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
    [actions, action, quiet, widget],
  )

  const reset = useCallback(() => {
    controller.current?.abort()
    setState(idle)
  }, [])

  return { run, reset, ...state }
}

/** Cancelled by the visitor or by a newer run. */
function isSilent(error: unknown): boolean {
  return (
    isWidgetError(error, 'connection/modal-closed') ||
    (error instanceof DOMException && error.name === 'AbortError')
  )
}
