/** The app's mark: a seal whose tick is three linked peers. */
export function Mark({ size = 48 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="64 64 896 896" aria-hidden="true">
      <rect x="64" y="64" width="896" height="896" rx="208" fill="#3d55bd" />
      <path
        d="M512 178A112 112 0 0 1 656.92 211.08A112 112 0 0 1 773.13 303.75A112 112 0 0 1 837.63 437.68A112 112 0 0 1 837.63 586.32A112 112 0 0 1 773.13 720.25A112 112 0 0 1 656.92 812.92A112 112 0 0 1 512 846A112 112 0 0 1 367.08 812.92A112 112 0 0 1 250.87 720.25A112 112 0 0 1 186.37 586.32A112 112 0 0 1 186.37 437.68A112 112 0 0 1 250.87 303.75A112 112 0 0 1 367.08 211.08A112 112 0 0 1 512 178Z"
        fill="#fff"
      />
      <g fill="none" strokeLinecap="round">
        <path d="M366 528L474 636L672 400" stroke="#3350bd" strokeWidth="52" />
        <path d="M366 528L672 400" stroke="#b9c6f2" strokeWidth="24" />
      </g>
      <g fill="#3350bd">
        <circle cx="366" cy="528" r="56" />
        <circle cx="474" cy="636" r="56" />
        <circle cx="672" cy="400" r="56" />
      </g>
    </svg>
  );
}
