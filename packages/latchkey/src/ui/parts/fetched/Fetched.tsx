import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadError } from '../../../core/errors/interface.js'
import { modalText } from '../../../core/text/modal.js'
import { useSurroundings } from '../../hooks/context.js'
import { Failure } from '../failure/Failure.js'
import { Skeleton } from '../skeleton/Skeleton.js'
import { fetchComponent } from './fetchComponent.js'

/** A component that was fetched, with the styles it came with. */
export type Loaded<component> = {
  readonly component: component
  readonly styles?: string | undefined
}

export type Load = () => Promise<Loaded<ComponentType<{ readonly params: never }>>>

type FetchedProps = {
  readonly load: Load
  readonly params?: unknown
  /** Keeps the place of what is only a part of a view. */
  readonly pending?: ReactNode
}

/** A component that has to be fetched first: a short wait, and another try when that fails. */
export function Fetched({ load, params, pending }: FetchedProps) {
  const surroundings = useSurroundings()
  const { widget, loadedViews } = surroundings
  const { log } = widget.ports
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<'pending' | 'loaded' | 'failed'>('pending')
  const Component = loadedViews.get(load)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (loadedViews.has(load)) return
    let isWanted = true
    setOutcome('pending')
    fetchComponent(surroundings, load).then(
      () => {
        if (isWanted) setOutcome('loaded')
      },
      (cause: unknown) => {
        const error = new LoadError({ cause })
        log.error(error.message, error)
        if (isWanted) setOutcome('failed')
      },
    )
    return () => {
      isWanted = false
    }
  }, [load, surroundings, log, loadedViews, attempt])

  if (Component) return <Component params={params as never} />
  if (outcome === 'failed') {
    return (
      <Failure text={modalText.shell.loadFailureBody} onRetry={() => setAttempt(attempt + 1)} />
    )
  }
  return (
    pending ?? (
      <div className="pending">
        <Skeleton kind="row" count={3} />
      </div>
    )
  )
}
