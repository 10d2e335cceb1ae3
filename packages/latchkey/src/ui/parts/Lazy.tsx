import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadError } from '../../core/runtime/errors/WidgetError.js'
import { modalText } from '../../core/text/modal.js'
import { type ModalContext, useModalContext } from '../hooks/context.js'
import { Failure } from './Empty.js'
import { Skeleton } from './Skeleton.js'

/** A loaded component and its styles. */
export type LoadedComponent<component> = {
  readonly component: component
  readonly styles?: string | undefined
}

export type LoadComponent = () => Promise<
  LoadedComponent<ComponentType<{ readonly params: never }>>
>

type LazyProps = {
  readonly load: LoadComponent
  readonly params?: unknown
  /** Shown while a part of a view loads. */
  readonly pending?: ReactNode
  /** The expected height of a whole view, in rows. */
  readonly rows?: number | undefined
}

/** Loads a component and renders it; shows a skeleton first, and a retry button after a failure. */
export function Lazy({ load, params, pending, rows = 3 }: LazyProps) {
  const modalContext = useModalContext()
  const { widget, loadedViews } = modalContext
  const [attempt, setAttempt] = useState(0)
  /** Undefined while loading. */
  const [hasFailed, setFailed] = useState<boolean>()
  const Component = loadedViews.get(load)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (loadedViews.has(load)) return
    let isWanted = true
    setFailed(undefined)
    loadComponent(modalContext, load).then(
      () => {
        if (isWanted) setFailed(false)
      },
      (cause: unknown) => {
        const error = new LoadError({ cause })
        widget.ports.log.error(error.message, error)
        if (isWanted) setFailed(true)
      },
    )
    return () => {
      isWanted = false
    }
  }, [load, modalContext, attempt])

  if (Component) return <Component params={params as never} />
  if (hasFailed) {
    return (
      <Failure text={modalText.shell.loadFailureBody} onRetry={() => setAttempt(attempt + 1)} />
    )
  }
  return (
    pending ?? (
      <div className="pending">
        <Skeleton kind="row" count={rows} />
      </div>
    )
  )
}

/** Resolves after the current state has been painted. */
export function afterPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Loads a component, adds its styles and stores it under `load`. */
export async function loadComponent(
  { loadedViews, loadStyles, addStyles }: ModalContext,
  load: LoadComponent,
): Promise<void> {
  if (loadedViews.has(load)) return
  const [{ component, styles }] = await Promise.all([load(), loadStyles()])
  if (styles) addStyles(styles)
  loadedViews.set(load, component)
}

/** A loader for one component of a lazily imported module, with that module's `styles`. */
export function lazyComponent<group extends object, component>(
  load: () => Promise<group>,
  pick: (group: group) => component,
): () => Promise<LoadedComponent<component>> {
  return async () => {
    const group: object & { styles?: string } = await load()
    return { component: pick(group as group), styles: group.styles }
  }
}
