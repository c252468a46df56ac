import {openReport} from "./report.js";
import {StagePlane} from "../plane/stage_plane.js";

openReport((scene, playback, choices, host) => new StagePlane(scene, playback, choices, host));
