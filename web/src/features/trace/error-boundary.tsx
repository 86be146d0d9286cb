import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/feedback/error-state.js';

/** Keeps the tree usable if one span cannot be rendered. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}
