import { HostGone, NoMesh, SignedOff } from '../views/first-run/Screens.tsx';

/** Which screen stands in for the window. */
export type Screen =
  | { readonly kind: 'signed-off' }
  | { readonly kind: 'no-mesh' }
  | { readonly kind: 'host-gone'; readonly reason: string | null };

/** What is shown while there is no mesh to show. */
export function Screens({ screen }: { screen: Screen }) {
  switch (screen.kind) {
    case 'signed-off':
      return <SignedOff />;
    case 'no-mesh':
      return <NoMesh />;
    case 'host-gone':
      return <HostGone reason={screen.reason} />;
  }
}
