import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadError } from '../../core/runtime/errors/WidgetError.js'
import { modalText } from '../../core/text/modal.js'
import { type ModalContext, useModalContext } from '../hooks/context.js'
import { Failure } from './Empty.js'
import { Skeleton } from './Skeleton.js'

/** A component that was fetched, with the styles it came with. */
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
  /** Keeps the place of what is only a part of a view. */
  readonly pending?: ReactNode
  /** How high a whole view will about be, in rows. */
  readonly rows?: number | undefined
}

/** A component that has to be fetched first: a short wait, and another try when that fails. */
export function Lazy({ load, params, pending, rows = 3 }: LazyProps) {
  const modalContext = useModalContext()
  const { widget, loadedViews } = modalContext
  const [attempt, setAttempt] = useState(0)
  /** Undefined until there is an outcome. */
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

/** Resolves once what is drawn now has been on the screen: what it can do without comes second. */
export function afterPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Fetches a component with its styles and puts both in place; known by `load` from then on. */
export async function loadComponent(
  { loadedViews, loadStyles, addStyles }: ModalContext,
  load: LoadComponent,
): Promise<void> {
  if (loadedViews.has(load)) return
  const [{ component, styles }] = await Promise.all([load(), loadStyles()])
  if (styles) addStyles(styles)
  loadedViews.set(load, component)
}

/** One component of a group that is fetched, with the styles that only this group needs. */
export function lazyComponent<group extends object, component>(
  load: () => Promise<group>,
  pick: (group: group) => component,
): () => Promise<LoadedComponent<component>> {
  return async () => {
    const group: object & { styles?: string } = await load()
    return { component: pick(group as group), styles: group.styles }
  }
}
