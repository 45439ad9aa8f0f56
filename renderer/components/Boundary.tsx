import { Component, type ReactNode } from 'react';
import controls from './controls.module.css';
import { Empty } from './View.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
}

/** A view that breaks takes no other part of the window with it; React knows only classes for this. */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Empty
        title="This view cannot be shown"
        icon="warning"
        action={
          <button
            type="button"
            className={controls.button}
            onClick={() => this.setState({ isBroken: false })}
          >
            Show it again
          </button>
        }
      >
        Something in it could not be drawn. Agents and messages are not touched by this; the other views still
        work.
      </Empty>
    );
  }
}
