import { fromChromium, schemeOf } from './addresses.ts';
import { app } from './app.ts';
import type { CdpEvent, Protocol } from './cdp.ts';
import { decideDownload } from './downloads.ts';
import { isPrevented, PreventableEvent } from './events.ts';
import { LoadError, type Loads } from './loads.ts';
import { bindingName, type FromPage } from './page/messages.ts';
import { recorder } from './recorder.ts';
import { decideRequest, isNavigationPrevented, type RequestingPage } from './requests.ts';

/** The inside of a `WebContents`, for what makes Electron's events of Chromium's. */
export interface ContentsInside extends RequestingPage {
  readonly loads: Loads;
  /** The preload's world has said something. */
  heard(world: number, message: FromPage): void;
  /** A page wants to open a window. */
  windowWanted(request: Protocol.Page.windowOpenPayload): void;
  /** The documents are gone, with all that was connected to them. */
  documentsGone(): void;
  firstPaint(): void;
}

/** Makes Electron's events of one of Chromium's. */
export function handlePageEvent(event: CdpEvent, inside: ContentsInside): void {
  const { contents, frames } = inside;
  switch (event.method) {
    case 'Runtime.executionContextCreated':
      frames.worldCreated(event.params.context);
      return;
    case 'Runtime.executionContextDestroyed':
      if (event.params.executionContextId === frames.mainWorld) inside.documentsGone();
      frames.worldDestroyed(event.params.executionContextId);
      return;
    case 'Runtime.executionContextsCleared':
      inside.documentsGone();
      frames.allWorldsDestroyed();
      return;
    case 'Runtime.bindingCalled':
      if (event.params.name === bindingName)
        inside.heard(event.params.executionContextId, JSON.parse(event.params.payload) as FromPage);
      return;
    case 'Runtime.consoleAPICalled':
      reportConsole(inside, event.params);
      return;
    case 'Log.entryAdded':
      reportLog(inside, event.params.entry);
      return;
    case 'Fetch.requestPaused':
      void decideRequest(event.params, inside);
      return;
    case 'Page.frameAttached':
      frames.attached(event.params.frameId, event.params.parentFrameId);
      return;
    case 'Page.frameDetached':
      if (event.params.reason === 'remove') frames.detached(event.params.frameId);
      return;
    case 'Page.frameRequestedNavigation':
      reportUnpausable(inside, event.params);
      return;
    case 'Page.frameNavigated':
      frames.navigated(event.params.frame);
      if (frames.isMain(event.params.frame.id)) reportNavigation(inside, event.params.frame);
      return;
    case 'Page.navigatedWithinDocument': {
      frames.movedWithin(event.params.frameId, event.params.url);
      const isMain = frames.isMain(event.params.frameId);
      contents.emit('did-navigate-in-page', {}, fromChromium(event.params.url), isMain, 1, 1);
      return;
    }
    case 'Page.lifecycleEvent':
      if (frames.isMain(event.params.frameId)) reportProgress(inside, event.params);
      return;
    case 'Page.windowOpen':
      inside.windowWanted(event.params);
      return;
    case 'Page.downloadWillBegin':
      decideDownload(contents, event.params);
      return;
    case 'Page.javascriptDialogOpening':
      answerDialog(inside, event.params);
      return;
    case 'Inspector.targetCrashed':
      reportCrash(inside);
      return;
    default:
  }
}

function reportNavigation(inside: ContentsInside, frame: Protocol.Page.Frame): void {
  const { contents, frames, loads } = inside;
  loads.replacedBy(frame.loaderId);
  if (frame.unreachableUrl === undefined) {
    contents.emit('did-navigate', {}, frames.mainUrl, 200, 'OK');
    return;
  }
  const { code, errno } = new LoadError('ERR_FAILED', frame.unreachableUrl);
  contents.emit('did-fail-load', {}, errno, code, fromChromium(frame.unreachableUrl), true, 1, 1);
}

function reportProgress(
  inside: ContentsInside,
  { name, loaderId }: Protocol.Page.lifecycleEventPayload,
): void {
  const { contents, frames, loads } = inside;
  // The empty document that each page begins with.
  if (frames.mainUrl === '') return;
  if (name === 'DOMContentLoaded') contents.emit('dom-ready', {});
  if (name === 'firstPaint') inside.firstPaint();
  if (name !== 'load') return;
  if (!frames.mainUrl.startsWith('chrome-error:')) contents.emit('did-finish-load', {});
  loads.loaded(loaderId);
}

/** Chromium pauses requests only; what needs none is told here, and can be stopped at best. */
function reportUnpausable(
  inside: ContentsInside,
  request: Protocol.Page.frameRequestedNavigationPayload,
): void {
  const scheme = schemeOf(request.url);
  if (scheme === 'https' || scheme === 'http' || request.disposition !== 'currentTab') return;
  const isMainFrame = inside.frames.isMain(request.frameId);
  const frame = inside.frames.find(request.frameId);
  const details = { url: fromChromium(request.url), isMainFrame, frame };
  if (isNavigationPrevented(inside.contents, details)) inside.link.tell('Page.stopLoading');
  else recorder.record('navigated without a request', details.url);
}

function reportCrash(inside: ContentsInside): void {
  const { contents, frames } = inside;
  inside.documentsGone();
  frames.allWorldsDestroyed();
  const details = { reason: 'crashed', exitCode: 5 };
  contents.emit('render-process-gone', new PreventableEvent(), details);
  app.emit('render-process-gone', new PreventableEvent(), contents, details);
}

/** As Electron: a page that does not want to close stays, unless the app insists; other dialogs are dismissed. */
function answerDialog(inside: ContentsInside, { type }: Protocol.Page.javascriptDialogOpeningPayload): void {
  const accept = type === 'beforeunload' && isPrevented(inside.contents, 'will-prevent-unload');
  if (type !== 'beforeunload') recorder.record('page dialog', type);
  inside.link.tell('Page.handleJavaScriptDialog', { accept });
}

const levels: Readonly<Record<string, string>> = {
  assert: 'error',
  debug: 'debug',
  error: 'error',
  verbose: 'debug',
  warning: 'warning',
};

function reportConsole(inside: ContentsInside, call: Protocol.Runtime.consoleAPICalledPayload): void {
  const message = call.args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ');
  const [at] = call.stackTrace?.callFrames ?? [];
  const place = { lineNumber: at?.lineNumber ?? 0, sourceId: fromChromium(at?.url ?? '') };
  emitConsoleMessage(inside, { level: levels[call.type] ?? 'info', message, ...place });
}

/** What Chromium itself says about a page, as of a violated policy. */
function reportLog(inside: ContentsInside, entry: Protocol.Log.LogEntry): void {
  const place = { lineNumber: entry.lineNumber ?? 0, sourceId: fromChromium(entry.url ?? '') };
  emitConsoleMessage(inside, { level: levels[entry.level] ?? 'info', message: entry.text, ...place });
}

function emitConsoleMessage({ contents, frames }: ContentsInside, details: object): void {
  contents.emit('console-message', new PreventableEvent({ ...details, frame: frames.main }));
}
