/** A workbook with one of every kind of part that spreadsheets have, written by hand: what a change of each of them must show. */
import { writeZip } from "../../ooxml/zip-write.ts";

const SCHEMAS = "http://schemas.openxmlformats.org";
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const REL = `${SCHEMAS}/officeDocument/2006/relationships`;
const MS = "http://schemas.microsoft.com/office";
const DRAWING = `${SCHEMAS}/drawingml/2006/main`;

type Links = readonly (readonly [id: string, kind: string, target: string, external?: boolean])[];

const rels = (links: Links) =>
  `<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${links
    .map(([id, kind, target, external]) => {
      const type = kind.startsWith("http") ? kind : `${REL}/${kind}`;
      return `<Relationship Id="${id}" Type="${type}" Target="${target}"${external === true ? ' TargetMode="External"' : ""}/>`;
    })
    .join("")}</Relationships>`;

const SHEET = `<worksheet xmlns="${MAIN}" xmlns:r="${REL}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="18" customWidth="1"/></cols><sheetData><row r="1" ht="30" customHeight="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>7</v></c><c r="C1"><f>B1*2</f><v>14</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="2"><v>3</v></c></row></sheetData><sheetProtection sheet="1" formatCells="0"/><mergeCells count="1"><mergeCell ref="C1:D1"/></mergeCells><conditionalFormatting sqref="B1:B2"><cfRule type="cellIs" dxfId="0" priority="1" operator="lessThan"><formula>5</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="whole" sqref="B2"><formula1>9</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="A2" location="Model!A1"/></hyperlinks><pageMargins left="0.5" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup orientation="landscape" r:id="rId9"/><headerFooter><oddFooter>Page &amp;P</oddFooter></headerFooter><rowBreaks count="1" manualBreakCount="1"><brk id="9" man="1" max="16383"/></rowBreaks><drawing r:id="rId2"/><legacyDrawing r:id="rId3"/><controls><control shapeId="1026" r:id="rId8" name="Button"/></controls><tableParts count="1"><tablePart r:id="rId4"/></tableParts><extLst><ext uri="{A8765BA9}" xmlns:x14="${MS}/spreadsheetml/2009/9/main"><x14:sparklineGroups><x14:sparklineGroup><x14:sparklines>x14:sparkline1</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst></worksheet>`;

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><sz val="11"/><color rgb="FFFF0000"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="1"/></cellXfs><cellStyles count="2"><cellStyle name="Normal" xfId="0" builtinId="0"/><cellStyle name="House" xfId="1"/></cellStyles><dxfs count="1"><dxf><fill><patternFill><bgColor rgb="FF00FF00"/></patternFill></fill></dxf></dxfs><tableStyles count="1"><tableStyle name="Mine" pivot="0" count="1"><tableStyleElement type="wholeTable" dxfId="0"/></tableStyle></tableStyles></styleSheet>`;

const CHART = `<c:chartSpace xmlns:c="${SCHEMAS}/drawingml/2006/chart" xmlns:a="${DRAWING}" xmlns:r="${REL}"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>A title</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:val><c:numRef><c:f>Model!$B$1:$B$2</c:f><c:numCache><c:ptCount val="1"/><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:axId val="11"/><c:axId val="12"/></c:barChart><c:catAx><c:axId val="11"/><c:crossAx val="12"/></c:catAx><c:valAx><c:axId val="12"/><c:crossAx val="11"/></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/></c:legend></c:chart></c:chartSpace>`;

const XDR = `${SCHEMAS}/drawingml/2006/spreadsheetDrawing`;
const anchor = (column: number, inside: string) =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>4</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>9</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${inside}<xdr:clientData/></xdr:twoCellAnchor>`;
const DRAWINGS = `<xdr:wsDr xmlns:xdr="${XDR}" xmlns:a="${DRAWING}" xmlns:r="${REL}">${anchor(3, `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${SCHEMAS}/drawingml/2006/chart"><c:chart xmlns:c="${SCHEMAS}/drawingml/2006/chart" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`)}${anchor(5, '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="3" name="Shape 2"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="ellipse"/></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>in a shape</a:t></a:r></a:p></xdr:txBody></xdr:sp>')}${anchor(7, '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="4" name="Picture 3"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId2"/></xdr:blipFill><xdr:spPr/></xdr:pic>')}</xdr:wsDr>`;

const shape = (id: number, style: string, text: string, data: string) =>
  `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;${style}"><v:textbox><div>${text}</div></v:textbox>${data}</v:shape>`;
const VML = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">${shape(1025, "width:96pt", "", '<x:ClientData ObjectType="Note"><x:Row>1</x:Row><x:Column>1</x:Column></x:ClientData>')}${shape(1026, "width:40pt", "Button text", '<x:ClientData ObjectType="Button"><x:FmlaMacro>Run</x:FmlaMacro></x:ClientData>')}</xml>`;

const THEME = `<a:theme xmlns:a="${DRAWING}" name="Office"><a:themeElements><a:clrScheme name="Office"><a:dk2><a:srgbClr val="44546A"/></a:dk2></a:clrScheme></a:themeElements></a:theme>`;
const WORKBOOK = `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><workbookProtection lockStructure="1"/><sheets><sheet name="Model" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId7"/></externalReferences><definedNames><definedName name="Rate">Model!$B$1</definedName></definedNames><pivotCaches><pivotCache cacheId="1" r:id="rId8"/></pivotCaches></workbook>`;
const PIVOT = `<pivotTableDefinition xmlns="${MAIN}" name="Pivot" cacheId="1" dataCaption="Values"><location ref="H1:I4" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="1"><pivotField axis="axisRow"><items count="1"><item x="0"/></items></pivotField></pivotFields></pivotTableDefinition>`;
const CACHE = `<pivotCacheDefinition xmlns="${MAIN}" xmlns:r="${REL}" r:id="rId1" refreshedBy="Ann" recordCount="1"><cacheSource type="worksheet"><worksheetSource ref="A1:B4" sheet="Model"/></cacheSource><cacheFields count="1"><cacheField name="Item"><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>`;
const RICH_STRING = '<si><r><rPr><b/><sz val="11"/></rPr><t>ri</t></r><r><t>ch</t></r></si>';

const kind = (name: string) => `application/vnd.openxmlformats-officedocument.${name}+xml`;
const TYPES: Readonly<Record<string, string>> = {
  "xl/workbook.xml": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
  "xl/worksheets/sheet1.xml": kind("spreadsheetml.worksheet"),
  "xl/styles.xml": kind("spreadsheetml.styles"),
  "xl/sharedStrings.xml": kind("spreadsheetml.sharedStrings"),
  "xl/theme/theme1.xml": kind("theme"),
  "xl/drawings/drawing1.xml": kind("drawing"),
  "xl/charts/chart1.xml": kind("drawingml.chart"),
  "xl/charts/style1.xml": "application/vnd.ms-office.chartstyle+xml",
  "xl/charts/colors1.xml": "application/vnd.ms-office.chartcolorstyle+xml",
  "xl/comments1.xml": kind("spreadsheetml.comments"),
  "xl/tables/table1.xml": kind("spreadsheetml.table"),
  "xl/pivotTables/pivotTable1.xml": kind("spreadsheetml.pivotTable"),
  "xl/pivotCache/pivotCacheDefinition1.xml": kind("spreadsheetml.pivotCacheDefinition"),
  "xl/pivotCache/pivotCacheRecords1.xml": kind("spreadsheetml.pivotCacheRecords"),
  "xl/externalLinks/externalLink1.xml": kind("spreadsheetml.externalLink"),
  "xl/connections.xml": kind("spreadsheetml.connections"),
  "xl/calcChain.xml": kind("spreadsheetml.calcChain"),
  "xl/ctrlProps/ctrlProp1.xml": "application/vnd.ms-excel.controlproperties+xml",
  "xl/slicers/slicer1.xml": "application/vnd.ms-excel.slicer+xml",
  "xl/threadedComments/threadedComment1.xml": "application/vnd.ms-excel.threadedcomments+xml",
  "xl/persons/person.xml": "application/vnd.ms-excel.person+xml",
  "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
  "docProps/app.xml": kind("extended-properties"),
  "docProps/custom.xml": kind("custom-properties"),
  "unknown/thing.dat": "application/vnd.example.thing",
};
const DEFAULTS: Readonly<Record<string, string>> = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xml: "application/xml",
  vml: "application/vnd.openxmlformats-officedocument.vmlDrawing",
  bin: "application/octet-stream",
  png: "image/png",
};

const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${SCHEMAS}/package/2006/content-types">${Object.entries(DEFAULTS)
    .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
    .join("")}${Object.entries(TYPES)
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
    .join("")}</Types>`,
  "_rels/.rels": rels([
    ["rId1", "officeDocument", "xl/workbook.xml"],
    ["rId2", `${SCHEMAS}/package/2006/relationships/metadata/core-properties`, "docProps/core.xml"],
    ["rId3", "extended-properties", "docProps/app.xml"],
    ["rId4", "custom-properties", "docProps/custom.xml"],
  ]),
  "xl/workbook.xml": WORKBOOK,
  "xl/_rels/workbook.xml.rels": rels([
    ["rId1", "worksheet", "worksheets/sheet1.xml"],
    ["rId2", "styles", "styles.xml"],
    ["rId3", "sharedStrings", "sharedStrings.xml"],
    ["rId4", "theme", "theme/theme1.xml"],
    ["rId5", "calcChain", "calcChain.xml"],
    ["rId6", "connections", "connections.xml"],
    ["rId7", "externalLink", "externalLinks/externalLink1.xml"],
    ["rId8", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"],
    ["rId9", `${MS}/2006/relationships/vbaProject`, "vbaProject.bin"],
    ["rId10", `${MS}/2017/10/relationships/person`, "persons/person.xml"],
    ["rId11", "customXml", "../customXml/item1.xml"],
    ["rIdUnknown", "thing", "../unknown/thing.dat"],
  ]),
  "xl/worksheets/sheet1.xml": SHEET,
  "xl/worksheets/_rels/sheet1.xml.rels": rels([
    ["rId1", "hyperlink", "https://example.org/a", true],
    ["rId2", "drawing", "../drawings/drawing1.xml"],
    ["rId3", "vmlDrawing", "../drawings/vmlDrawing1.vml"],
    ["rId4", "table", "../tables/table1.xml"],
    ["rId5", "comments", "../comments1.xml"],
    ["rId6", "pivotTable", "../pivotTables/pivotTable1.xml"],
    ["rId7", `${MS}/2017/10/relationships/threadedComment`, "../threadedComments/threadedComment1.xml"],
    ["rId8", "ctrlProp", "../ctrlProps/ctrlProp1.xml"],
    ["rId9", "printerSettings", "../printerSettings/printerSettings1.bin"],
    ["rId10", `${MS}/2007/relationships/slicer`, "../slicers/slicer1.xml"],
  ]),
  "xl/styles.xml": STYLES,
  "xl/sharedStrings.xml": `<sst xmlns="${MAIN}" count="2" uniqueCount="2"><si><t>shared</t></si>${RICH_STRING}</sst>`,
  "xl/theme/theme1.xml": THEME,
  "xl/drawings/drawing1.xml": DRAWINGS,
  "xl/drawings/_rels/drawing1.xml.rels": rels([
    ["rId1", "chart", "../charts/chart1.xml"],
    ["rId2", "image", "../media/image1.png"],
  ]),
  "xl/charts/chart1.xml": CHART,
  "xl/charts/_rels/chart1.xml.rels": rels([
    ["rId1", `${MS}/2011/relationships/chartStyle`, "style1.xml"],
    ["rId2", `${MS}/2011/relationships/chartColorStyle`, "colors1.xml"],
  ]),
  "xl/charts/style1.xml": `<cs:chartStyle xmlns:cs="${MS}/drawing/2012/chartStyle" id="201"/>`,
  "xl/charts/colors1.xml": `<cs:colorStyle xmlns:cs="${MS}/drawing/2012/chartStyle" id="10"/>`,
  "xl/media/image1.png": "picture",
  "xl/comments1.xml": `<comments xmlns="${MAIN}"><authors><author>Ann</author></authors><commentList><comment ref="B2" authorId="0"><text><t>note text</t></text></comment></commentList></comments>`,
  "xl/drawings/vmlDrawing1.vml": VML,
  "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:B2"><tableColumns count="2"><tableColumn id="1" name="Item"/><tableColumn id="2" name="Amount"/></tableColumns><tableStyleInfo name="Mine" showRowStripes="1"/></table>`,
  "xl/pivotTables/pivotTable1.xml": PIVOT,
  "xl/pivotTables/_rels/pivotTable1.xml.rels": rels([
    ["rId1", "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"],
  ]),
  "xl/pivotCache/pivotCacheDefinition1.xml": CACHE,
  "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": rels([["rId1", "pivotCacheRecords", "pivotCacheRecords1.xml"]]),
  "xl/pivotCache/pivotCacheRecords1.xml": `<pivotCacheRecords xmlns="${MAIN}" count="1"><r><n v="1"/></r></pivotCacheRecords>`,
  "xl/externalLinks/externalLink1.xml": `<externalLink xmlns="${MAIN}" xmlns:r="${REL}"><externalBook r:id="rId1"><sheetNames><sheetName val="Other"/></sheetNames></externalBook></externalLink>`,
  "xl/externalLinks/_rels/externalLink1.xml.rels": rels([["rId1", "externalLinkPath", "other.xlsx", true]]),
  "xl/connections.xml": `<connections xmlns="${MAIN}"><connection id="1" name="C"><dbPr command="SELECT 1"/></connection></connections>`,
  "xl/calcChain.xml": `<calcChain xmlns="${MAIN}"><c r="C1" i="1"/></calcChain>`,
  "xl/printerSettings/printerSettings1.bin": "PRINTER",
  "xl/vbaProject.bin": "Sub Run",
  "xl/ctrlProps/ctrlProp1.xml": `<formControlPr xmlns="${MS}/spreadsheetml/2009/9/main" objectType="CheckBox" fmlaLink="$A$1"/>`,
  "xl/slicers/slicer1.xml": `<slicers xmlns="${MS}/spreadsheetml/2009/9/main"><slicer name="S" cache="Slicer" caption="Item"/></slicers>`,
  "xl/threadedComments/threadedComment1.xml": `<ThreadedComments xmlns="${MS}/spreadsheetml/2018/threadedcomments"><threadedComment ref="B2"><text>a thread</text></threadedComment></ThreadedComments>`,
  "xl/persons/person.xml": `<personList xmlns="${MS}/spreadsheetml/2018/threadedcomments"><person displayName="Ann"/></personList>`,
  "customXml/item1.xml": "<root>custom</root>",
  "docProps/core.xml": `<cp:coreProperties xmlns:cp="${SCHEMAS}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The title</dc:title></cp:coreProperties>`,
  "docProps/app.xml": `<Properties xmlns="${SCHEMAS}/officeDocument/2006/extended-properties"><Company>The company</Company></Properties>`,
  "docProps/custom.xml": `<Properties xmlns="${SCHEMAS}/officeDocument/2006/custom-properties" xmlns:vt="${SCHEMAS}/officeDocument/2006/docPropsVTypes"><property name="p"><vt:lpwstr>yes</vt:lpwstr></property></Properties>`,
  "unknown/thing.dat": "payload",
};

export const richWorkbook = (): Uint8Array =>
  writeZip(new Map(Object.entries(PARTS).map(([name, text]) => [name, new TextEncoder().encode(text)])));
