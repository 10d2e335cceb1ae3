import { Component, type ReactNode } from 'react'

type FailureBoundaryProps = {
  readonly children: ReactNode
  readonly onFailure: (error: unknown) => void
  readonly fallback: (retry: () => void) => ReactNode
}

/** Stands between a view that breaks and a blank card. */
export class FailureBoundary extends Component<
  FailureBoundaryProps,
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.fallback(() => this.setState({ hasFailed: false }))
  }
}
