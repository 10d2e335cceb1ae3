import { type ComponentType, useEffect, useState } from 'react'
import { LoadError } from '../../core/errors/interface.js'
import { modalText } from '../../core/text/modal.js'
import type { Route } from '../../core/views.js'
import { useSurroundings } from '../hooks/context.js'
import { Skeleton } from '../parts/skeleton/Skeleton.js'
import { views } from '../views/index.js'
import { Failure } from './Failure.js'

type ViewComponent = ComponentType<{ readonly params: never }>
type Load = () => Promise<ViewComponent>

/** The component of a route: at once when it is there, after a short wait when it has to be fetched. */
export function View({ route }: { readonly route: Route }) {
  const view = views[route.view] ?? views.Connect
  if (!view.component) return <FetchedView load={view.load as Load} params={route.params} />
  const Component = view.component as ViewComponent
  return <Component params={route.params as never} />
}

function FetchedView({ load, params }: { readonly load: Load; readonly params: unknown }) {
  const { widget, loadedViews, loadStyles } = useSurroundings()
  const { log } = widget.ports
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<'pending' | 'loaded' | 'failed'>('pending')
  const Component = loadedViews.get(load)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (loadedViews.has(load)) return
    let isWanted = true
    setOutcome('pending')
    Promise.all([load(), loadStyles()]).then(
      ([component]) => {
        loadedViews.set(load, component)
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
  }, [load, loadStyles, log, loadedViews, attempt])

  if (Component) return <Component params={params as never} />
  if (outcome === 'failed') {
    return (
      <Failure text={modalText.shell.loadFailureBody} onRetry={() => setAttempt(attempt + 1)} />
    )
  }
  return (
    <div className="pending">
      <Skeleton kind="row" count={3} />
    </div>
  )
}
