/** A string that carries its meaning in its type; made only by the parser that owns the meaning. */
export type Branded<Name extends string> = string & { readonly __brand: Name };

/** An instance id: in an authenticated space the user nkey (56 characters, prefix U). Cotal §2. */
export type InstanceId = Branded<'InstanceId'>;
/** The display name of a space; its subject token is made by `spaceToken`. */
export type SpaceName = Branded<'SpaceName'>;
/** A concrete channel name: dotted, no wildcard. Cotal §3. */
export type ChannelName = Branded<'ChannelName'>;
/** A channel name, or a pattern with `*` and `>` segments. Cotal §3. */
export type ChannelPattern = Branded<'ChannelPattern'>;
/** A role: an anycast address and one subject token. Cotal §3. */
export type RoleName = Branded<'RoleName'>;
/** Which mesh on this machine: 16 hex characters, derived from the real path of its root. */
export type MeshId = Branded<'MeshId'>;
