"""A flow as read from its file: who, where, and which steps, each still *as written* (with its `$names`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, GetJsonSchemaHandler

from qarunner.model.base import Json, Value
from qarunner.model.locator import Locator
from qarunner.model.mistakes import Problems, mistake
from qarunner.model.slots import Duration, Flag, Name, Size, SomeText, Text, WholeNumber, choice
from qarunner.model.written import How, Written

Level: TypeAlias = Annotated[Literal["fail", "inconclusive", "note"], choice("fail", "inconclusive", "note")]
ColorScheme: TypeAlias = Annotated[
    Literal["light", "dark", "no-preference"], choice("light", "dark", "no-preference")
]
IncidentKind: TypeAlias = Literal[
    "page_error", "server_error", "gateway_error", "net_error", "unexpected_dialog", "app_exit",
    "console_error", "client_error", "websocket_error", "unexpected_download",
]  # fmt: skip

BUILT_IN: tuple[str, ...] = ("port", "build", "run")
"""Names that every flow may use: a free port, the build under test, and the id of the attempt."""


class IdentitySpec(Written):
    """The header by which the system under test proves that it is ours."""

    example: ClassVar[str] = "`{header: X-Build, equals: $build}`"

    header: SomeText
    equals: SomeText


class AppSpec(Written):
    """How the system under test is started. `ready` is a path or URL that is polled until 2xx."""

    example: ClassVar[str] = "`{run: python site.py --port $port, ready: /healthz}`"

    run: SomeText
    ready: SomeText | None = None
    ready_within_ms: Duration = Field(default=30_000, alias="ready_within")
    identity: IdentitySpec | None = None
    share: Annotated[Literal["attempt", "run"], choice("attempt", "run")] = "attempt"


class Credentials(Written):
    """HTTP authentication of the browser."""

    username: Text
    password: Text


class BrowserSpec(Written):
    """The browser context of each user."""

    viewport: Size = (1280, 720)
    locale: SomeText = "en-GB"
    timezone: SomeText = "UTC"
    color_scheme: ColorScheme = "light"
    reduced_motion: Flag = False
    ignore_https_errors: Flag = False
    http_credentials: Credentials | None = None
    headers: dict[str, Text] = Field(default_factory=dict)
    service_workers: Annotated[Literal["allow", "block"], choice("allow", "block")] = "allow"
    clock: SomeText | None = None
    seed: WholeNumber | None = None


class Allowance(Written):
    """An incident that is known and allowed: its kind, and a PATH (`POST /api/x?a=b`) or part of its text."""

    kind: Name = Field(alias="<kind>")
    pattern: SomeText = Field(alias="<pattern>")

    @classmethod
    def known_keys(cls) -> tuple[str, ...]:
        return INCIDENT_KINDS

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        kinds = [key for key in data if key in INCIDENT_KINDS]
        if len(kinds) != 1:
            unknown = {key: value for key, value in data.items() if key not in INCIDENT_KINDS}
            if kinds or not unknown:
                fix = "write `{server_error: POST /api/save}`, one entry for each"
                problems.add(
                    "<kind>", mistake("value", "one kind of incident and its pattern are wanted", fix)
                )
            problems.settled.update(("<kind>", "<pattern>"))
            return unknown
        return {
            **{k: v for k, v in data.items() if k != kinds[0]},
            "<kind>": kinds[0],
            "<pattern>": data[kinds[0]],
        }

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        mapping["properties"] = {kind: {"type": "string", "minLength": 1} for kind in INCIDENT_KINDS}
        mapping["minProperties"] = mapping["maxProperties"] = 1
        return mapping


class WatchSpec(Written):
    """What an incident beside the steps means; see the verdict table."""

    page_error: Level = "fail"
    server_error: Level = "fail"
    gateway_error: Level = "inconclusive"
    net_error: Level = "inconclusive"
    unexpected_dialog: Level = "inconclusive"
    app_exit: Level = "inconclusive"
    console_error: Level = "note"
    client_error: Level = "note"
    websocket_error: Level = "note"
    unexpected_download: Level = "note"
    allow: tuple[Allowance, ...] = ()

    def level(self, kind: str) -> Level:
        """The level of an incident kind. Raises KeyError for a kind that is none."""
        if kind not in INCIDENT_KINDS:
            raise KeyError(kind)
        found: Level = getattr(self, kind)
        return found


INCIDENT_KINDS: tuple[str, ...] = tuple(key for key in WatchSpec.model_fields if key != "allow")


class MatrixSpec(Written):
    """Each combination is a cell with its own verdict."""

    viewport: tuple[Size, ...] = ()
    device: tuple[SomeText, ...] = ()
    locale: tuple[SomeText, ...] = ()
    color_scheme: tuple[ColorScheme, ...] = ()


class Step(Value):
    """One step as written. `argument` and `modifiers` keep their references; `registry.read` types them after
    substitution. `id` is the check id for `expect`, else the written `id:` or None; `label` is for people."""

    index: int
    kind: str
    argument: Json
    modifiers: dict[str, Json] = Field(default_factory=dict)
    file: str
    line: int
    column: int
    id: str | None = None
    label: str = ""


class Row(Value):
    """One row of `each`: `name` is its column `row`, else its number; `values` are texts as written."""

    name: str
    values: dict[str, str]


class FileUsed(Value):
    """A file whose content is part of the flow, with the sha256 of its bytes."""

    path: str
    digest: str


class Flow(Value):
    """A flow. `path` as given, `digest` is the sha256 of the file's bytes, `uses` are the files that
    `use` and `each` read, `places` the (line, column) of the top keys. Texts keep their references."""

    path: str
    digest: str
    name: str
    because: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    app: AppSpec | None = None
    base: str | None = None
    origins: tuple[str, ...] = ()
    vars: dict[str, str] = Field(default_factory=dict)
    secrets: dict[str, str] = Field(default_factory=dict)
    browser: BrowserSpec = BrowserSpec()
    watch: WatchSpec = WatchSpec()
    timeout_ms: int = 10_000
    budget_ms: int | None = None
    settle_ms: int = 500
    mask: tuple[Locator, ...] = ()
    each: tuple[Row, ...] = ()
    matrix: MatrixSpec | None = None
    steps: tuple[Step, ...] = ()
    after: tuple[Step, ...] = ()
    uses: tuple[FileUsed, ...] = ()
    places: dict[str, tuple[int, int]] = Field(default_factory=dict)

    @property
    def check_steps(self) -> tuple[Step, ...]:
        """The `expect` steps, each one line of the checklist."""
        return tuple(step for step in self.steps if step.kind == "expect")

    @property
    def checks(self) -> tuple[str, ...]:
        """The ids of the checks, in order."""
        return tuple(step.id for step in self.check_steps if step.id is not None)

    def all_steps(self) -> Iterator[Step]:
        """The steps, then those of `after`."""
        yield from self.steps
        yield from self.after
